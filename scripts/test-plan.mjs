/** The checks of each kind of test run, the fastest first. Each check is an npm script, so that a failed one can be run
 *  alone by name; its `minutes` are the timeout of a hang, not the expected duration. */

import { refuseArguments } from "./refuse-arguments.mjs";

/**
 * @typedef {{ title: string, script: string, alone?: string, args?: string[], minutes: number,
 *   suite?: "vitest" | "playwright", retries?: number, onlyThreats?: true, optional?: true }} Check `onlyThreats`: only
 *   tests with the id of a threat in their name; `optional`: skipped when there is no such script
 * @typedef {(Check | "build")[]} Stage checks of one stage run in parallel; "build" builds the dashboard
 * @typedef {{ wanted: { chromium: boolean, postgres: boolean, nginx: boolean, promtool: boolean, slirp4netns: boolean, nightlyPrograms: boolean }, listed: boolean, stages: Stage[], continueOnFailure: boolean,
 *   minutes?: number, threats?: true }} Plan `listed`: the known flaky tests must exist among the end-to-end tests; `continueOnFailure`: the
 *   next stage runs after a failed one; `minutes` limits the whole run; `threats`: it ends with the result of each row of the
 *   catalogue of threats
 */

/** @type {Stage[]} */
const staticStages = [
  [{ title: "lock file", script: "lock", args: ["--check"], alone: "npm run lock -- --check", minutes: 1 }],
  // In parallel, as none of the four uses two cores all the time.
  [
    { title: "types", script: "types", minutes: 4 },
    { title: "lint", script: "lint", minutes: 4 },
    { title: "import rules", script: "imports", minutes: 4 },
    { title: "dead code", script: "deadcode", minutes: 4 },
  ],
];

/** @type {Check} */
const unitTests = { title: "unit tests", script: "unit", minutes: 10, suite: "vitest" };

/** @type {Stage[]} */
const slowStages = [
  // Neither keeps two cores busy all the time.
  [unitTests, "build"],
  [{ title: "component tests", script: "component", minutes: 15, suite: "vitest" }],
  [{ title: "integration tests", script: "integration", minutes: 30, suite: "vitest" }],
  [{ title: "screen tests", script: "screens", minutes: 20, suite: "playwright" }],
  [{ title: "end-to-end tests", script: "e2e", minutes: 15, suite: "playwright", retries: 1 }],
];

/** @type {Stage[]} */
const nightly = [
  ["build"],
  [{ title: "threats: unit tests", script: "unit", minutes: 10, suite: "vitest", onlyThreats: true }],
  [
    {
      title: "threats: component tests",
      script: "component",
      minutes: 10,
      suite: "vitest",
      onlyThreats: true,
    },
  ],
  [
    {
      title: "threats: integration tests",
      script: "integration",
      minutes: 20,
      suite: "vitest",
      onlyThreats: true,
    },
  ],
  [
    {
      title: "threats: screen tests",
      script: "screens",
      minutes: 15,
      suite: "playwright",
      onlyThreats: true,
    },
  ],
  [{ title: "nightly tests", script: "nightly", minutes: 60, suite: "vitest" }],
  [{ title: "nightly end-to-end tests", script: "nightly:e2e", minutes: 20, suite: "playwright" }],
  [{ title: "pictures of the documentation", script: "pictures", minutes: 10, suite: "playwright" }],
  [{ title: "mutation tests", script: "test:mutation", minutes: 30, optional: true }],
];

const allPrograms = {
  chromium: true,
  postgres: true,
  nginx: true,
  promtool: true,
  slirp4netns: true,
  nightlyPrograms: false,
};

/**
 * @param {string[]} args `--quick`: no checks that need a browser or a build; `--nightly`: the checks that take too long
 *   for every push
 * @param {string[]} scripts the names of the npm scripts
 * @returns {Plan}
 * @throws UserError for any other argument: it would be ignored, and everything run
 */
export function planFor(args, scripts) {
  refuseArguments(args, {
    who: "This",
    instead: "One kind, file or test: npm run unit -- FILE -t NAME, and others in CONTRIBUTING.md.",
    known: ["--quick", "--nightly"],
  });
  if (args.includes("--quick")) {
    return {
      wanted: {
        chromium: false,
        postgres: false,
        nginx: false,
        promtool: false,
        slirp4netns: false,
        nightlyPrograms: false,
      },
      listed: false,
      stages: [...staticStages, [unitTests]],
      continueOnFailure: false,
    };
  }
  if (args.includes("--nightly")) {
    /** @param {Stage[number]} check */
    const exists = (check) => check === "build" || check.optional !== true || scripts.includes(check.script);
    const stages = nightly.filter((stage) => stage.every(exists));
    return {
      wanted: { ...allPrograms, nightlyPrograms: true },
      listed: false,
      stages,
      continueOnFailure: true,
      minutes: 120,
      threats: true,
    };
  }
  return {
    wanted: allPrograms,
    listed: true,
    stages: [...staticStages, ...slowStages],
    continueOnFailure: false,
  };
}
