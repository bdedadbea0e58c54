/** The list of faults that tests must catch (tests/faults.md), read into what the script that plants them needs. */

/**
 * @typedef {object} PlantedFault
 * @property {number} number
 * @property {string} title what an operator would suffer
 * @property {string} file where it is planted, from the repository's root
 * @property {string} before text that stands in that file exactly once
 * @property {string} after what the fault makes of it
 * @property {string} test the file whose test catches it
 * @property {string} [name] part of the name of that test; absent: any of the file
 */

const head = /^## (\d+)\. (.+)$/;
const place = /^In `([^`]+)`, caught by `([^`]+)`(?: \("(.+)"\))?\.$/;

/** A list that cannot be read; the message names the line and what is expected there. */
export class BadFaultList extends Error {}

/**
 * @param {string} markdown headings `## 7. title`, a line ``In `file`, caught by `test file` ("test name").`` and a `diff` block
 *   in which lines begin with `-` (before), `+` (after) or a blank (both)
 * @returns {PlantedFault[]}
 */
export function readPlantedFaults(markdown) {
  const faults = [];
  let fault;
  let inDiff = false;
  for (const [at, line] of markdown.split("\n").entries()) {
    const where = `tests/faults.md, line ${at + 1}`;
    const [, number, title] = (!inDiff && head.exec(line)) || [];
    if (number !== undefined) {
      fault = { number: Number(number), title, before: [], after: [] };
      if (fault.number !== faults.length + 1) {
        throw new BadFaultList(
          `${where}: expected number ${faults.length + 1}, as faults are numbered in order`,
        );
      }
      faults.push(fault);
    } else if (fault === undefined) {
      // What stands before the first fault explains the list.
    } else if (line === "```diff") inDiff = true;
    else if (inDiff && line === "```") inDiff = false;
    else if (inDiff) {
      const [mark = "", text] = [line[0], line.slice(1)];
      if (!["-", "+", " ", undefined, ""].includes(mark)) {
        throw new BadFaultList(`${where}: a line of a diff begins with "-", "+" or a blank`);
      }
      if (mark !== "+") fault.before.push(text);
      if (mark !== "-") fault.after.push(text);
    } else {
      const [, file, test, name] = place.exec(line) ?? [];
      if (file !== undefined) Object.assign(fault, { file, test, name });
      else if (line.startsWith("In `")) {
        throw new BadFaultList(`${where}: expected In \`file\`, caught by \`test file\` ("test name").`);
      }
    }
  }
  return faults.map(({ before, after, ...rest }) => {
    const whole = { ...rest, before: before.join("\n"), after: after.join("\n") };
    if (whole.file === undefined || whole.before === "" || whole.before === whole.after) {
      throw new BadFaultList(
        `tests/faults.md, fault ${whole.number}: needs a place ("In …") and a diff that changes something`,
      );
    }
    return whole;
  });
}

/**
 * @param {string} text of the file
 * @param {PlantedFault} fault
 * @returns {string} the text with the fault in it
 */
export function plant(text, { number, file, before, after }) {
  const count = text.split(before).length - 1;
  if (count !== 1) {
    throw new BadFaultList(
      `tests/faults.md, fault ${number}: its lines stand ${count} times in ${file}, not once. Bring them up to date with the code.`,
    );
  }
  return text.replace(before, () => after);
}

/**
 * @param {string} test path of a test file
 * @returns {"unit" | "component" | "integration" | "screens" | "e2e"} the suite it belongs to
 */
export function suiteOf(test) {
  if (test.startsWith("tests/screens/")) return "screens";
  if (test.startsWith("tests/e2e/")) return "e2e";
  if (/^tests\/(api|service|sdk|security|faults|store)\//.test(test)) return "integration";
  return test.endsWith(".component.test.tsx") ? "component" : "unit";
}

/** Whether a test of that suite looks at the built dashboard, which then must be built with the fault. */
export const needsBuild = ({ file, test }) =>
  /^(app|components|lib|instrumentation|proxy)\b/.test(file) &&
  (["screens", "e2e"].includes(suiteOf(test)) || /^tests\/(api|security|faults)\//.test(test));
