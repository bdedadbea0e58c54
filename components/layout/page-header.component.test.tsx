import { expect, test } from "vitest";
import { renderView } from "@/tests/support/component/render-view";
import { PageHeader } from "./page-header.tsx";

test("beside a docked sheet the search keeps the line of the title, and the acts are together below", async () => {
  const screen = await renderView(
    <div style={{ width: 752 }}>
      <PageHeader
        title="Proxies"
        filters={<input aria-label="Search" style={{ width: 224 }} />}
        actions={
          <button type="button" style={{ width: 500 }}>
            Schedule
          </button>
        }
        primary={
          <button type="button" style={{ width: 106 }}>
            Create
          </button>
        }
      />
    </div>,
  );
  const box = (element: Element) => element.getBoundingClientRect();
  const title = box(screen.getByRole("heading", { name: "Proxies" }).element());
  const search = box(screen.getByRole("textbox", { name: "Search" }).element());
  const [schedule, create] = ["Schedule", "Create"].map((name) =>
    box(screen.getByRole("button", { name }).element()),
  );
  expect(search.top).toBeLessThan(title.bottom);
  expect(schedule?.top).toBeGreaterThanOrEqual(search.bottom);
  expect(create?.top).toBe(schedule?.top);
  // Both lines end at the same edge.
  expect(create?.right).toBe(search.right);
});
