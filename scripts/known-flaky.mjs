/** The list of end-to-end tests that may pass at their second try for a few days, until the cause is found.
 *  An entry has a test, a reason and a last day. */
import { messageOf, UserError } from "./user-error.mjs";

/** The list's path from the root of the repository. */
export const knownFlakyFile = "tests/known-flaky.json";
const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;
const fields = ["reason", "test", "until"];

/** @typedef {{ test: string, reason: string, until: string }} KnownFlaky `until` is the last day, "2026-01-31" */

/**
 * @param {unknown} value
 * @returns {value is string}
 */
const isNonEmptyString = (value) => typeof value === "string" && value.trim() !== "";
/** @param {number} ms */
const dayOf = (ms) => new Date(ms).toISOString().slice(0, 10);
/** @param {string} text */
const isDay = (text) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text;

/**
 * @param {any} entry
 * @param {number} nowMs
 * @returns {string | undefined} the message for an invalid entry; undefined for a valid one
 */
function entryError(entry, nowMs) {
  if (typeof entry !== "object" || entry === null || !isNonEmptyString(entry.test))
    return 'an entry has no "test"';
  const { test, reason, until } = entry;
  if (!isNonEmptyString(reason)) return `${test}: it has no "reason"`;
  if (!isNonEmptyString(until) || !isDay(until))
    return `${test}: its "until" is not a day like ${dayOf(nowMs)}`;
  const unknown = Object.keys(entry).filter((key) => !fields.includes(key));
  if (unknown.length > 0) return `${test}: unknown fields: ${unknown.join(", ")}`;
  if (until < dayOf(nowMs)) return `${test}: it expired on ${until}; mend the test`;
  if (until > dayOf(nowMs + DAYS_AHEAD * DAY_MS))
    return `${test}: ${until} is more than ${DAYS_AHEAD} days ahead`;
  return undefined;
}

/**
 * @param {string} text the file's content
 * @param {number} nowMs
 * @returns {KnownFlaky[]}
 * @throws UserError with every invalid entry
 */
export function readKnownFlaky(text, nowMs) {
  let entries;
  try {
    entries = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${knownFlakyFile} is not JSON: ${messageOf(error)}`);
  }
  if (!Array.isArray(entries)) throw new UserError(`${knownFlakyFile} is not a list.`);
  const duplicates = entries
    .map((entry) => entry?.test)
    .filter((test, index, all) => isNonEmptyString(test) && all.indexOf(test) !== index)
    .map((test) => `${test}: it is listed twice`);
  const errors = [...entries.flatMap((entry) => entryError(entry, nowMs) ?? []), ...duplicates];
  if (errors.length > 0) throw new UserError(`${knownFlakyFile}:\n  ${errors.join("\n  ")}`);
  return entries;
}

/**
 * Throws a UserError when an entry names a test that does not exist.
 * @param {KnownFlaky[]} entries
 * @param {string[]} names of all end-to-end tests
 */
export function assertTestsExist(entries, names) {
  const missing = entries.filter(({ test }) => !names.includes(test));
  if (missing.length === 0) return;
  const lines = missing.map(({ test }) => `${test}: there is no such end-to-end test`);
  throw new UserError(`${knownFlakyFile}:\n  ${lines.join("\n  ")}`);
}

/**
 * One line for each test that passed only on its second try.
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
