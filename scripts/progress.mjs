/** Prints which step is running and for how long: on a terminal one line rewritten in place, elsewhere a plain line when
 *  a step ends, and more while a long one runs. */
const FIRST_PROGRESS_MS = 3000;
const PROGRESS_INTERVAL_MS = 30_000;

/**
 * @param {number} durationMs
 * @returns {string} "0.4 s", "12 s", "2 min 5 s"
 */
export function formatDuration(durationMs) {
  if (durationMs < 9950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @typedef {{ title: string, tookMs: number, result: string }} Step */

/**
 * @param {{ total: number, out?: { write(text: string): unknown, isTTY?: boolean }, now?: () => number }} options
 * @returns {{ step<T>(title: string, work: () => Promise<T>, formatResult?: (result: T) => string | void,
 *   options?: { shared?: boolean }): Promise<T>, steps: Step[] }} `formatResult` formats the result for the step's last
 *   line; `shared`: others write to the terminal during the step, so no line is rewritten; `steps` has every started
 *   step in order
 */
export function createProgress({ total, out = process.stdout, now = Date.now }) {
  let count = 0;
  /** @type {Step[]} */
  const steps = [];
  return {
    steps,
    async step(title, work, formatResult = () => undefined, { shared = false } = {}) {
      count += 1;
      const label = `[${count}/${total}] ${title}`;
      const startedAt = now();
      const entry = { title, tookMs: 0, result: "" };
      steps.push(entry);
      /** @param {string} result */
      const ended = (result) => {
        Object.assign(entry, { tookMs: now() - startedAt, result });
        out.write(`${clear}${label}: ${result} (${took()})\n`);
      };
      const inPlace = Boolean(out.isTTY) && !shared;
      const took = () => formatDuration(now() - startedAt);
      const writeProgress = () =>
        out.write(inPlace ? `\r\x1b[2K${label} … ${took()}` : `${label} … ${took()}\n`);
      const clear = inPlace ? "\r\x1b[2K" : "";
      if (inPlace) out.write(`${label} …`);
      let timer = setTimeout(
        function again() {
          writeProgress();
          timer = setTimeout(again, inPlace ? 1000 : PROGRESS_INTERVAL_MS);
        },
        inPlace ? 1000 : FIRST_PROGRESS_MS,
      );
      try {
        const result = await work();
        ended(formatResult(result) ?? "done");
        return result;
      } catch (error) {
        ended("failed");
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
