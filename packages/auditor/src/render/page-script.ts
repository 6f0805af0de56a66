/**
 * The script of the HTML report: a click on the heading of a column sorts the table by it, upwards, downwards, and as
 * it was; tables of eight rows or more get a field that leaves only the rows with a text. What is undefined stays last.
 * Numbers sort as numbers, `< 0.001` below all that are printed, other texts with their numbers in order. It adds
 * headings and fields itself, so that a page whose script does not run shows nothing that does not work.
 */
export const pageScript = `
"use strict";
const inOrder = new Intl.Collator("en", { numeric: true }).compare;
const number = /^([<\\u2264]?)\\s*([+\\u2212-]?)((?:\\d[\\d,]*)?(?:\\.\\d+)?(?:e[+-]?\\d+)?)\\s*%?(?=$|[\\s(/])/;
function keyOf(cell) {
  const text = ((cell.querySelector(".main") ?? cell).textContent ?? "").trim();
  if (text === "" || text.startsWith("undefined")) return { isKnown: false, isNumber: true };
  const found = number.exec(text);
  if (!found || found[3] === "") return { isKnown: true, isNumber: false, text };
  const value = Number(found[3].replaceAll(",", "")) * (found[2] === "" || found[2] === "+" ? 1 : -1);
  return { isKnown: true, isNumber: true, text, value: found[1] === "" ? value : value - 1e-9 };
}
function sortRows(table, rows, column, direction) {
  const keyed = rows.map((row, place) => ({ row, place, key: keyOf(row.cells[column]) }));
  const areNumbers = keyed.every(({ key }) => key.isNumber);
  if (direction !== 0) {
    keyed.sort((a, b) => {
      if (!a.key.isKnown || !b.key.isKnown) return b.key.isKnown - a.key.isKnown || a.place - b.place;
      const order = areNumbers ? a.key.value - b.key.value : inOrder(a.key.text, b.key.text);
      return direction * order || a.place - b.place;
    });
  }
  table.tBodies[0].append(...keyed.map(({ row }) => row));
}
const directions = { none: 1, ascending: -1, descending: 0 };
for (const table of document.querySelectorAll("table")) {
  const rows = [...table.tBodies[0].rows];
  const heads = [...table.tHead.rows[0].cells];
  if (rows.length < 2) continue;
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const direction = directions[head.getAttribute("aria-sort") ?? "none"];
      for (const other of heads) other.removeAttribute("aria-sort");
      if (direction !== 0) head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      sortRows(table, rows, column, direction);
    });
  });
  if (rows.length < 8) continue;
  const label = document.createElement("label");
  const field = document.createElement("input");
  const count = document.createElement("output");
  label.className = "filter";
  field.type = "search";
  label.append("Only rows with ", field, " ", count);
  table.parentElement.before(label);
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    count.textContent = wanted === "" ? "" : rows.filter(({ hidden }) => !hidden).length + " of " + rows.length;
  });
}
`;
