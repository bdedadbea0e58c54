/** The closing table: the minutes and the result of each stage. */
/** @param {number} ms */
const minutesOf = (ms) => (ms / 60_000).toFixed(2);

/**
 * @param {import("./progress.mjs").Step[]} steps one row each, also for those that ran in parallel
 * @param {number} totalMs from the start to the end
 * @returns {string} lines without trailing spaces
 */
export function stageTable(steps, totalMs) {
  /** @type {(stage: string, minutes: string, result: string) => [string, string, string]} */
  const row = (stage, minutes, result) => [stage, minutes, result];
  const rows = [
    row("stage", "minutes", "result"),
    ...steps.map(({ title, tookMs, result }) => row(title, minutesOf(tookMs), result)),
    row("in all", minutesOf(totalMs), ""),
  ];
  /** @param {0 | 1 | 2} column */
  const width = (column) => Math.max(...rows.map((cells) => cells[column].length));
  const [titles, minutes] = [width(0), width(1)];
  return rows
    .map(([stage, took, result]) => `${stage.padEnd(titles)}  ${took.padStart(minutes)}  ${result}`.trimEnd())
    .join("\n");
}
