import { expect, it } from "vitest";
import { restoreSidebar } from "./restore-sidebar.ts";

it("is a script that survives HTML escaping", () => {
  expect(restoreSidebar).not.toMatch(/["'<>&]/);
  expect(() => new Function(restoreSidebar)).not.toThrow();
});
