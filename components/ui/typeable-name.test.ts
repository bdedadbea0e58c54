import { expect, it } from "vitest";
import { typeableName } from "./typeable-name.ts";

it.each([
  ["checkout-eu", "checkout-eu"],
  ["日本 Käufe ½ 🛒", "日本 Käufe ½ 🛒"],
  [" eu  west\t", "eu west"],
  ["eu\u00a0\u3000west", "eu west"],
  ["check\u200bout\u2060", "checkout"],
  ["\ufeffeu\u202ewest\u202c", "euwest"],
  ["so\u00adft", "soft"],
  ["👨\u200d👩\ufe0f", "👨👩"],
  ["bell\u0007", "bell"],
  ["Ka\u0308ufe", "Käufe"],
  ["Ka\u200b\u0308ufe", "Käufe"],
  ["\u200b\u3164 \u2800", ""],
])("%j can be typed as %j", (name, typeable) => expect(typeableName(name)).toBe(typeable));
