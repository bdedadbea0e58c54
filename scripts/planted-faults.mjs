/** Parses the list of faults that tests must catch (tests/faults.md), for the script that plants them. */

/**
 * @typedef {object} PlantedFault
 * @property {number} number
 * @property {string} title the effect on an operator
 * @property {string} file the file it is planted in, from the repository's root
 * @property {string} before text that occurs in that file exactly once
 * @property {string} after the text that replaces it
 * @property {string} test the file whose test catches it
 * @property {string} [name] part of the name of that test; absent: any of the file
 */

/** @typedef {Omit<PlantedFault, "before" | "after" | "file" | "test"> & { file?: string, test?: string, before: string[],
 *   after: string[] }} ParsedFault */

const head = /^## (\d+)\. (.+)$/;
const location = /^In `([^`]+)`, caught by `([^`]+)`(?: \("(.+)"\))?\.$/;

/** The list is malformed; the message has the line and what is expected there. */
export class BadFaultList extends Error {}

/**
 * @param {string} markdown headings `## 7. title`, a line ``In `file`, caught by `test file` ("test name").`` and a `diff` block
 *   in which lines begin with `-` (before), `+` (after) or a blank (both)
 * @returns {PlantedFault[]}
 * @throws BadFaultList
 */
export function readPlantedFaults(markdown) {
  /** @type {ParsedFault[]} */
  const faults = [];
  /** @type {ParsedFault | undefined} */
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
      // The introduction before the first fault.
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
      const [, file, test, name] = location.exec(line) ?? [];
      if (file !== undefined) Object.assign(fault, { file, test, name });
      else if (line.startsWith("In `")) {
        throw new BadFaultList(`${where}: expected In \`file\`, caught by \`test file\` ("test name").`);
      }
    }
  }
  return faults.map(({ file, test, before, after, ...rest }) => {
    const planted = { ...rest, before: before.join("\n"), after: after.join("\n") };
    if (
      file === undefined ||
      test === undefined ||
      planted.before === "" ||
      planted.before === planted.after
    ) {
      throw new BadFaultList(
        `tests/faults.md, fault ${planted.number}: needs a place ("In …") and a diff that changes something`,
      );
    }
    return { ...planted, file, test };
  });
}

/**
 * @param {string} text of the file
 * @param {PlantedFault} fault
 * @returns {string} the text with the fault in it
 * @throws BadFaultList when the fault's lines do not occur exactly once
 */
export function applyFault(text, { number, file, before, after }) {
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

/**
 * Whether the test runs against the built dashboard, which then must be built with the fault.
 * @param {Pick<PlantedFault, "file" | "test">} fault
 */
export const needsBuild = ({ file, test }) =>
  /^(app|components|lib|instrumentation|proxy)\b/.test(file) &&
  (["screens", "e2e"].includes(suiteOf(test)) || /^tests\/(api|security|faults)\//.test(test));
