import { expect, test } from "vitest";
import { renderView } from "@/tests/support/component/render-view";
import { FilterChip } from "./filter-chip.tsx";

test("writes out what would turn the direction of its value (T24)", async () => {
  const screen = await renderView(
    <FilterChip label="App" text={"a\u202eb"} onRemove={() => undefined} onGone={() => null} />,
  );
  await expect.element(screen.getByText("a⟨U+202E⟩b")).toBeVisible();
});
