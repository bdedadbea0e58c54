import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sessionOperations } from "@/lib/bff/operations/session";
import { preferenceUpdate } from "@/lib/bff/preferences";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { Appearance } from "./appearance.tsx";

test("highlights are removed where no log is shown", async () => {
  const rule = { id: "1", text: "(a+)+:", regex: true, word: false, hue: "red", on: true };
  const saved: string[] = [];
  const bff = emptyBff().on(sessionOperations.updatePreference, ({ body }) => {
    saved.push(preferenceUpdate.parse(body).value);
    return new Response(null, { status: 204 });
  });
  await renderView(<Appearance />, {
    at: "/settings",
    bff,
    preferences: { "log-highlights": JSON.stringify([rule]) },
  });
  await page.getByRole("button", { name: "Highlights…" }).click();
  const editor = page.getByRole("dialog", { name: "Highlights" });
  await editor.getByRole("button", { name: "Remove highlight 1" }).click();
  await expect.element(editor.getByRole("textbox")).not.toBeInTheDocument();
  await expect.poll(() => saved.map((text) => JSON.parse(text))).toEqual([[]]);
});
