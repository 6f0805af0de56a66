import type { Piece, Section, Table } from "@evenodds/auditor/internal";

/** All pieces of a section, folded ones too. */
function allPieces(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => (piece.kind === "fold" ? [piece, ...allPieces(piece.pieces)] : [piece]));
}

/** The sentences of a section. */
export function textsOf({ pieces }: Section): string[] {
  return allPieces(pieces).flatMap((piece) => (piece.kind === "text" ? [piece.text] : []));
}

/** The tables of a section. */
export function tablesOf({ pieces }: Section): Table[] {
  return allPieces(pieces).flatMap((piece) => (piece.kind === "table" ? [piece.table] : []));
}

/** The first table of a section. */
export function tableOf(section: Section): Table {
  return tablesOf(section)[0]!;
}
