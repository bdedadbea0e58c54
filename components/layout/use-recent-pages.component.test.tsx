import { useEffect, useState } from "react";
import { expect, test, vi } from "vitest";
import { PreferencesProvider } from "@/components/ui/preferences";
import { renderView } from "@/tests/support/component/render-view";
import { useRecentPages } from "./use-recent-pages.ts";

const stored = {
  operator: "admin",
  read: () => "/browsers/a\n/pools/b",
  write: () => {},
  subscribe: () => () => {},
};

function Reader({ onChange }: { onChange: (paths: readonly string[]) => void }) {
  const [count, setCount] = useState(0);
  const recent = useRecentPages();
  useEffect(() => onChange(recent), [recent, onChange]);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Drawn {count}
    </button>
  );
}

test("the recent pages are the same list while the shell is drawn again", async () => {
  const change = vi.fn();
  const screen = await renderView(
    <PreferencesProvider value={stored}>
      <Reader onChange={change} />
    </PreferencesProvider>,
  );
  await screen.getByRole("button").click();
  await expect.element(screen.getByText("Drawn 1")).toBeVisible();
  expect(change.mock.calls).toEqual([[["/browsers/a", "/pools/b"]]]);
});
