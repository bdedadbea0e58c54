// Ids of sessions in a query.
import * as z from "zod/mini";

export const sessionId = z.string().check(z.minLength(1), z.maxLength(255));

/** Ids of at most `most` sessions: the parameter is repeated, or its ids are separated by commas. */
export const sessionIds = (most: number) =>
  z
    .codec(z.string(), z.array(sessionId).check(z.minLength(1), z.maxLength(most)), {
      decode: (text) => text.split(","),
      encode: (ids) => ids.join(","),
    })
    .register(z.globalRegistry, { repeatable: true });
