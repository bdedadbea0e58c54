/** The fields that have a value: those that are undefined are left out, so that equal objects have equal JSON. */
export const givenFields = <Value>(fields: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
