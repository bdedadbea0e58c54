import { randomBytes, randomUUID } from "node:crypto";

const letters = "abcdefghijklmnopqrstuvwxyz";
const alphabet = `${letters}0123456789`;

/** A new identifier: 24 lower-case letters and digits, a letter first. */
export function newId(): string {
  let id = "";
  while (id.length < 24) {
    for (const byte of randomBytes(48)) {
      const choices = id === "" ? letters : alphabet;
      // Bytes past the largest multiple would make the first characters likelier.
      if (byte >= 256 - (256 % choices.length)) continue;
      id += choices[byte % choices.length];
      if (id.length === 24) break;
    }
  }
  return id;
}

export const newUuid = (): string => randomUUID();
