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
]);

/** What an error code of a call to the API means, after `The API`; undefined for another code. */
export const apiFailure = (code: string | null): string | undefined =>
  code === null ? undefined : meanings.get(code);

const causes = new Map([
  ["store_unavailable", "the database does not answer"],
  ["lease_lost", "another replica records now"],
  ["clock_jumped", "the clock jumped"],
  ["not_running", "the dashboard was not running"],
]);

/** Why something was not read or not recorded: `the API did not answer in time`. A code without a text as it is. */
export function failureCause(code: string): string {
  const meaning = apiFailure(code);
  return meaning === undefined ? (causes.get(code) ?? code) : `the API ${meaning}`;
}
