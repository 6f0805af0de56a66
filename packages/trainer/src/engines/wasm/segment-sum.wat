;; out[n] = factor[n] * (factor[n] * h[n] + sum over m in rows(n) of factor[m] * h[m])
;;
;; h, out: float32 [nodes, width]; pointer: int32 [nodes + 1]; column: int32 [arcs]; factor: float32 [nodes].
;; All arguments are byte addresses in the backend's memory, but for nodes and width. Columns are taken sixteen, then four,
;; then one at a time, so that a whole block stays in registers while the neighbours of a node are added in their order.
(module
  (import "env" "memory" (memory 0))
  (func (export "segmentSum")
    (param $h i32) (param $out i32) (param $pointer i32) (param $column i32) (param $factor i32)
    (param $nodes i32) (param $width i32)
    (local $n i32) (local $stride i32) (local $c i32) (local $arc i32) (local $first i32) (local $last i32)
    (local $at i32) (local $own f32) (local $m i32) (local $own4 v128) (local $scale4 v128) (local $scale f32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128) (local $a f32)
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (block $done
      (loop $node
        (br_if $done (i32.ge_u (local.get $n) (local.get $nodes)))
        (local.set $at (i32.add (local.get $pointer) (i32.shl (local.get $n) (i32.const 2))))
        (local.set $first (i32.add (local.get $column) (i32.shl (i32.load (local.get $at)) (i32.const 2))))
        (local.set $last (i32.add (local.get $column) (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2))))
        (local.set $own
          (f32.load (i32.add (local.get $factor) (i32.shl (local.get $n) (i32.const 2)))))
        (local.set $own4 (f32x4.splat (local.get $own)))
        (local.set $c (i32.const 0))

        (block $sixteens
          (loop $sixteen
            (br_if $sixteens (i32.gt_u (i32.add (local.get $c) (i32.const 64)) (local.get $stride)))
            (local.set $at
              (i32.add (i32.add (local.get $h) (local.get $c)) (i32.mul (local.get $n) (local.get $stride))))
            (local.set $a0 (f32x4.mul (local.get $own4) (v128.load (local.get $at))))
            (local.set $a1 (f32x4.mul (local.get $own4) (v128.load offset=16 (local.get $at))))
            (local.set $a2 (f32x4.mul (local.get $own4) (v128.load offset=32 (local.get $at))))
            (local.set $a3 (f32x4.mul (local.get $own4) (v128.load offset=48 (local.get $at))))
            (local.set $arc (local.get $first))
            (block $arcs
              (loop $next
                (br_if $arcs (i32.ge_u (local.get $arc) (local.get $last)))
                (local.set $m (i32.load (local.get $arc)))
                (local.set $scale4
                  (f32x4.splat (f32.load (i32.add (local.get $factor) (i32.shl (local.get $m) (i32.const 2))))))
                (local.set $at
                  (i32.add (i32.add (local.get $h) (local.get $c)) (i32.mul (local.get $m) (local.get $stride))))
                (local.set $a0
                  (f32x4.add (local.get $a0) (f32x4.mul (local.get $scale4) (v128.load (local.get $at)))))
                (local.set $a1
                  (f32x4.add (local.get $a1) (f32x4.mul (local.get $scale4) (v128.load offset=16 (local.get $at)))))
                (local.set $a2
                  (f32x4.add (local.get $a2) (f32x4.mul (local.get $scale4) (v128.load offset=32 (local.get $at)))))
                (local.set $a3
                  (f32x4.add (local.get $a3) (f32x4.mul (local.get $scale4) (v128.load offset=48 (local.get $at)))))
                (local.set $arc (i32.add (local.get $arc) (i32.const 4)))
                (br $next)))
            (local.set $at
              (i32.add (i32.add (local.get $out) (local.get $c)) (i32.mul (local.get $n) (local.get $stride))))
            (v128.store (local.get $at) (f32x4.mul (local.get $own4) (local.get $a0)))
            (v128.store offset=16 (local.get $at) (f32x4.mul (local.get $own4) (local.get $a1)))
            (v128.store offset=32 (local.get $at) (f32x4.mul (local.get $own4) (local.get $a2)))
            (v128.store offset=48 (local.get $at) (f32x4.mul (local.get $own4) (local.get $a3)))
            (local.set $c (i32.add (local.get $c) (i32.const 64)))
            (br $sixteen)))

        (block $fours
          (loop $four
            (br_if $fours (i32.gt_u (i32.add (local.get $c) (i32.const 16)) (local.get $stride)))
            (local.set $at
              (i32.add (i32.add (local.get $h) (local.get $c)) (i32.mul (local.get $n) (local.get $stride))))
            (local.set $a0 (f32x4.mul (local.get $own4) (v128.load (local.get $at))))
            (local.set $arc (local.get $first))
            (block $arcs
              (loop $next
                (br_if $arcs (i32.ge_u (local.get $arc) (local.get $last)))
                (local.set $m (i32.load (local.get $arc)))
                (local.set $scale4
                  (f32x4.splat (f32.load (i32.add (local.get $factor) (i32.shl (local.get $m) (i32.const 2))))))
                (local.set $at
                  (i32.add (i32.add (local.get $h) (local.get $c)) (i32.mul (local.get $m) (local.get $stride))))
                (local.set $a0
                  (f32x4.add (local.get $a0) (f32x4.mul (local.get $scale4) (v128.load (local.get $at)))))
                (local.set $arc (i32.add (local.get $arc) (i32.const 4)))
                (br $next)))
            (v128.store
              (i32.add (i32.add (local.get $out) (local.get $c)) (i32.mul (local.get $n) (local.get $stride)))
              (f32x4.mul (local.get $own4) (local.get $a0)))
            (local.set $c (i32.add (local.get $c) (i32.const 16)))
            (br $four)))

        (block $ones
          (loop $one
            (br_if $ones (i32.ge_u (local.get $c) (local.get $stride)))
            (local.set $a
              (f32.mul (local.get $own)
                (f32.load
                  (i32.add (i32.add (local.get $h) (local.get $c)) (i32.mul (local.get $n) (local.get $stride))))))
            (local.set $arc (local.get $first))
            (block $arcs
              (loop $next
                (br_if $arcs (i32.ge_u (local.get $arc) (local.get $last)))
                (local.set $m (i32.load (local.get $arc)))
                (local.set $scale
                  (f32.load (i32.add (local.get $factor) (i32.shl (local.get $m) (i32.const 2)))))
                (local.set $a
                  (f32.add (local.get $a)
                    (f32.mul (local.get $scale)
                      (f32.load
                        (i32.add (i32.add (local.get $h) (local.get $c)) (i32.mul (local.get $m) (local.get $stride)))))))
                (local.set $arc (i32.add (local.get $arc) (i32.const 4)))
                (br $next)))
            (f32.store
              (i32.add (i32.add (local.get $out) (local.get $c)) (i32.mul (local.get $n) (local.get $stride)))
              (f32.mul (local.get $own) (local.get $a)))
            (local.set $c (i32.add (local.get $c) (i32.const 4)))
            (br $one)))

        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (br $node)))))
