// Texts of failed requests.

export const failureTexts = {
  unknownError: "Unknown error.",
} as const;

/** Title of an act's failure after which it may have been done. */
export const resultNotKnown = "Outcome unknown";

const meanings = new Map([
  ["upstream_unreachable", "cannot be reached"],
  ["upstream_timeout", "did not answer in time"],
  ["upstream_broken_off", "broke off its answer"],
  ["upstream_error", "answered with an error"],
  ["upstream_bad_answer", "gave an answer that cannot be read"],
  ["upstream_too_large", "gave an answer that is too large"],
  ["upstream_redirected", "answered with a redirect"],
  ["upstream_unauthorized", "refuses the dashboard's token"],
  ["upstream_forbidden", "does not permit this with the dashboard's token"],
  ["upstream_busy", "is limiting requests"],
  ["upstream_full", "has no capacity left"],
  ["operation_absent", "does not have this operation"],
]);

/** What an error code of a call to the API means, after `The API`; undefined for another code. */
export const apiFailure = (code: string | null): string | undefined =>
  code === null ? undefined : meanings.get(code);

const causes = new Map([
  ["store_unavailable", "the database does not answer"],
  ["lease_lost", "another replica records now"],
  ["clock_jumped", "the clock jumped"],
  ["not_running", "the dashboard was not running"],
  ["not_polled", "the dashboard was suspended"],
]);

/** Why something was not read or not done: `the API did not answer in time`. A code without a text in its words. */
export function failureCause(code: string): string {
  const meaning = apiFailure(code);
  return meaning === undefined ? (causes.get(code) ?? code.replaceAll("_", " ")) : `the API ${meaning}`;
}
