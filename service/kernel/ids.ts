import { randomBytes } from "node:crypto";

const letters = "abcdefghijklmnopqrstuvwxyz";
const alphabet = `${letters}0123456789`;

/** A random identifier: 24 lower-case letters and digits, the first a letter. */
export function newId(): string {
  let id = "";
  while (id.length < 24) {
    for (const byte of randomBytes(48)) {
      const choices = id === "" ? letters : alphabet;
      // Bytes from the largest multiple up would bias the choice towards the first characters.
      if (byte >= 256 - (256 % choices.length)) continue;
      id += choices[byte % choices.length];
      if (id.length === 24) break;
    }
  }
  return id;
}
