import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AppShell } from "@/components/layout/app-shell";
import { renderView } from "@/tests/support/component/render-view";
import { KeyFooter } from "./key-footer.tsx";

/** Whether nothing covers the middle of what has the focus. */
function isFocusShown(): boolean {
  const { activeElement: focused } = document;
  if (focused === null) return false;
  const { left, width, top, height } = focused.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && focused.contains(found);
}

test("what Tab reaches is never under the top bar or under the keys at the lower edge", async () => {
  await page.viewport(720, 450);
  onTestFinished(() => page.viewport(1440, 900));
  const labels = Array.from({ length: 30 }, (_, at) => `Button ${at + 1}`);
  await renderView(
    <AppShell
      operator={{ name: "ada", role: "admin" }}
      environment={{ name: "test", color: "gray" }}
      onSignOut={vi.fn()}
    >
      <div className="grid">
        {labels.map((label) => (
          <button key={label} type="button" className="h-9">
            {label}
          </button>
        ))}
      </div>
      <KeyFooter />
    </AppShell>,
    { at: "/" },
  );
  const hidden: (string | null | undefined)[] = [];
  page.getByRole("button", { name: "Button 1", exact: true }).element().focus();
  const press = async (keys: string) => {
    for (let at = 1; at < labels.length; at += 1) {
      await userEvent.keyboard(keys);
      if (!isFocusShown()) hidden.push(document.activeElement?.textContent);
    }
  };
  await press("{Tab}");
  expect(document.activeElement?.textContent).toBe("Button 30");
  await press("{Shift>}{Tab}{/Shift}");
  expect(document.activeElement?.textContent).toBe("Button 1");
  expect(hidden).toEqual([]);
});
