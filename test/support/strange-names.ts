/** Names that break formats which forget to escape, by what they try. All are distinct. */
export const strangeNames = {
  image: "<img src=x onerror=alert(1)>",
  script: "</script><script>alert(1)</script>",
  style: "</style><svg onload=alert(1)>",
  attribute: `" onmouseover="alert(1)' x='`,
  pipe: "a|b",
  backticks: "`code` ```",
  lines: "first\nsecond\r\n# third",
  terminal: "\u001b[31mred\u001b[0m\u009b2J",
  link: "[click](https://example.org) www.example.org @team",
  noncharacters: "a\ufffeb\uffffc\ufdd0d\u{1fffe}",
  controls: "a\0b\u0008c\u007fd\ud800e\udfff",
  override: "abc\u202Etxt.exe",
  hebrew: "שלום עולם",
  long: "very ".repeat(200),
  blank: "  ",
  entity: "&lt;b&gt; &amp;",
} as const;
