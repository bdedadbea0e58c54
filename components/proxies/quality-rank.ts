/** The API's own order of how well a type passes for an ordinary visitor, best first. */
export const byQuality: readonly string[] = ["mobile", "residential", "isp", "datacenter"];

/** 1 for the best type; undefined for a custom or unknown one, which the API does not rank. */
export function qualityRank(type: string): number | undefined {
  const at = byQuality.indexOf(type);
  return at === -1 ? undefined : at + 1;
}
