import { expect, onTestFinished, test } from "vitest";
import { isFocusLost } from "./return-focus.ts";

test("the focus is lost at once with what hides it, before the browser takes it away", () => {
  const section = document.createElement("section");
  const field = document.createElement("input");
  section.append(field);
  document.body.append(section);
  onTestFinished(() => section.remove());
  field.focus();
  expect(isFocusLost()).toBe(false);
  section.hidden = true;
  expect(document.activeElement).toBe(field);
  expect(isFocusLost()).toBe(true);
});
