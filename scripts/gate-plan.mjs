/** What each run of the tests consists of, the cheapest first. Each check is an npm script, so that what failed can be
 *  run alone by name; its minutes are what a hang may cost, not what it takes. */

/**
 * @typedef {{ title: string, script: string, alone?: string, args?: string[], minutes: number,
 *   suite?: "vitest" | "playwright", retries?: number, optional?: true }} Check `optional`: left out where there is no
 *   such script
 * @typedef {Check[] | "build"} Stage checks of one stage run side by side
 * @typedef {{ wanted: { chromium: boolean, postgres: boolean }, listed: boolean, stages: Stage[], goesOn: boolean,
 *   minutes?: number }} Plan `listed`: the known flaky tests must be among the end-to-end tests; `goesOn`: a failed stage
 *   does not keep the next from running; `minutes` bounds the whole
 */

/** @type {Stage[]} */
const cheap = [
  [{ title: "lock file", script: "lock", args: ["--check"], alone: "npm run lock -- --check", minutes: 1 }],
  // None of the four keeps two cores busy all the time.
  [
    { title: "types", script: "types", minutes: 4 },
    { title: "lint", script: "lint", minutes: 4 },
    { title: "import rules", script: "imports", minutes: 4 },
    { title: "dead code", script: "deadcode", minutes: 4 },
  ],
  [{ title: "unit tests", script: "unit", minutes: 5, suite: "vitest" }],
];

/** @type {Stage[]} */
const dear = [
  [{ title: "component tests", script: "component", minutes: 5, suite: "vitest" }],
  "build",
  [{ title: "integration tests", script: "integration", minutes: 10, suite: "vitest" }],
  [{ title: "screen tests", script: "screens", minutes: 8, suite: "playwright" }],
  [{ title: "end-to-end tests", script: "e2e", minutes: 12, suite: "playwright", retries: 1 }],
];

/** @type {Stage[]} */
const nightly = [
  "build",
  [{ title: "nightly tests", script: "nightly", minutes: 20, suite: "vitest" }],
  [{ title: "nightly end-to-end tests", script: "nightly:e2e", minutes: 20, suite: "playwright" }],
  [{ title: "mutation tests", script: "test:mutation", minutes: 30, optional: true }],
];

const whole = { chromium: true, postgres: true };

/**
 * @param {string[]} args `--quick` leaves out what needs a browser or a build, `--nightly` runs what is too long for
 *   every push
 * @param {string[]} scripts the npm scripts that there are
 * @returns {Plan}
 */
export function planFor(args, scripts) {
  if (args.includes("--quick")) {
    return { wanted: { chromium: false, postgres: false }, listed: false, stages: cheap, goesOn: false };
  }
  if (args.includes("--nightly")) {
    const there = ({ script, optional }) => optional !== true || scripts.includes(script);
    const stages = nightly.filter((stage) => stage === "build" || stage.every(there));
    return { wanted: whole, listed: false, stages, goesOn: true, minutes: 60 };
  }
  return { wanted: whole, listed: true, stages: [...cheap, ...dear], goesOn: false };
}
