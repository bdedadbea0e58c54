/** The list of end-to-end tests that may pass at their second try for a few days, while the fault is looked for.
 *  An entry names a test, says why, and ends by itself. */
import { PlainStop } from "./plain-stop.mjs";

/** Where the list is kept, from the root of the repository. */
export const knownFlakyFile = "tests/known-flaky.json";
const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;
const fields = ["reason", "test", "until"];

/** @typedef {{ test: string, reason: string, until: string }} KnownFlaky `until` is the last day, "2026-01-31" */

const said = (value) => typeof value === "string" && value.trim() !== "";
const dayOf = (ms) => new Date(ms).toISOString().slice(0, 10);
const isDay = (text) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text;

/** What is wrong with one entry, in words; nothing when it may stand. */
function complaint(entry, nowMs) {
  if (typeof entry !== "object" || entry === null || !said(entry.test)) return 'an entry has no "test"';
  const { test, reason, until } = entry;
  if (!said(reason)) return `${test}: it has no "reason"`;
  if (!said(until) || !isDay(until)) return `${test}: its "until" is not a day like ${dayOf(nowMs)}`;
  const unknown = Object.keys(entry).filter((key) => !fields.includes(key));
  if (unknown.length > 0) return `${test}: nothing is known of ${unknown.join(", ")}`;
  if (until < dayOf(nowMs)) return `${test}: its time was over on ${until}; mend the test`;
  if (until > dayOf(nowMs + DAYS_AHEAD * DAY_MS))
    return `${test}: ${until} is more than ${DAYS_AHEAD} days ahead`;
  return undefined;
}

/**
 * @param {string} text what the file holds
 * @param {number} nowMs
 * @returns {KnownFlaky[]} throws PlainStop when an entry may not stand
 */
export function readKnownFlaky(text, nowMs) {
  let entries;
  try {
    entries = JSON.parse(text);
  } catch (error) {
    throw new PlainStop(`${knownFlakyFile} is not JSON: ${error.message}`);
  }
  if (!Array.isArray(entries)) throw new PlainStop(`${knownFlakyFile} is not a list.`);
  const twice = entries
    .map((entry) => entry?.test)
    .filter((test, index, all) => said(test) && all.indexOf(test) !== index)
    .map((test) => `${test}: it is listed twice`);
  const complaints = [...entries.flatMap((entry) => complaint(entry, nowMs) ?? []), ...twice];
  if (complaints.length > 0) throw new PlainStop(`${knownFlakyFile}:\n  ${complaints.join("\n  ")}`);
  return entries;
}

/**
 * Throws PlainStop when an entry names a test that there is not.
 * @param {KnownFlaky[]} entries
 * @param {string[]} names of all end-to-end tests
 */
export function mustExist(entries, names) {
  const gone = entries.filter(({ test }) => !names.includes(test));
  if (gone.length === 0) return;
  const lines = gone.map(({ test }) => `${test}: there is no such end-to-end test`);
  throw new PlainStop(`${knownFlakyFile}:\n  ${lines.join("\n  ")}`);
}

/**
 * One line for each test that passed only at its second try.
 * @param {string[]} names
 * @param {KnownFlaky[]} known
 */
export const flakyLines = (names, known) =>
  names.map((name) => {
    const entry = known.find(({ test }) => test === name);
    return entry === undefined
      ? `Flaky, counted as failed: ${name}`
      : `Flaky, known until ${entry.until} (${entry.reason}): ${name}`;
  });
