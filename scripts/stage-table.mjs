/** The closing table: how many minutes each stage took, and what came of it. */
const minutesOf = (ms) => (ms / 60_000).toFixed(2);

/**
 * @param {import("./progress.mjs").Step[]} steps stages that ran side by side have a row each
 * @param {number} totalMs from the start to the end
 * @returns {string} no line of it ends in a blank
 */
export function stageTable(steps, totalMs) {
  const rows = [
    ["stage", "minutes", "result"],
    ...steps.map(({ title, tookMs, said }) => [title, minutesOf(tookMs), said]),
    ["in all", minutesOf(totalMs), ""],
  ];
  const width = (column) => Math.max(...rows.map((row) => row[column].length));
  const [titles, minutes] = [width(0), width(1)];
  return rows
    .map((row) => `${row[0].padEnd(titles)}  ${row[1].padStart(minutes)}  ${row[2]}`.trimEnd())
    .join("\n");
}
