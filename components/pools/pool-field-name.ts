import { poolFieldNames } from "./pool-on-demand-messages.ts";

const names: ReadonlyMap<string, string> = new Map(Object.entries(poolFieldNames));

/** The name of a pool's setting by the API's; undefined for one that the dashboard does not know. */
export const poolFieldName = (field: string): string | undefined => names.get(field);
