// Opens and reads the invocation list in component tests.
import { onTestFinished } from "vitest";
import { InvocationsView } from "@/components/invocations/list/invocations-view";
import { LiveConnection } from "@/components/layout/live-connection";
import type { InvocationBackend } from "./invocation-backend.ts";
import { type RenderOptions, renderView } from "./render-view.tsx";
import { ScriptedLiveStream } from "./scripted-live-stream.ts";

/** Opens the page over scripted invocations. */
export async function openInvocations(
  backend: InvocationBackend,
  query = "",
  options: Omit<RenderOptions, "at" | "bff"> = {},
) {
  const live = new ScriptedLiveStream(backend.bff);
  const screen = await renderView(
    <LiveConnection>
      <InvocationsView />
    </LiveConnection>,
    { at: `/invocations${query}`, bff: backend.bff, ...options },
  );
  // The stream of this page is not the next page's.
  onTestFinished(() => void window.dispatchEvent(new PageTransitionEvent("pagehide")));
  return { ...screen, ...invocationTable(screen), live };
}

/** Reads the table of invocations. */
export function invocationTable(screen: Awaited<ReturnType<typeof renderView>>) {
  const table = screen.getByRole("table", { name: "Invocations" });
  const rows = () => [...table.element().querySelectorAll<HTMLElement>("tr[data-key]")];
  const textOf = (cell: Element | null | undefined) => cell?.textContent.trim() ?? "";
  const headers = () =>
    [...table.element().querySelectorAll("thead th")].slice(1).map((header) => textOf(header));
  return {
    table,
    /** The ids of the rows, from the top. */
    ids: () => rows().map((row) => row.dataset.key ?? ""),
    /** The headings of the columns. */
    headers,
    /** The texts of a column, from the top. */
    column: (header: string) =>
      rows().map((row) => textOf(row.querySelectorAll("th, td")[headers().indexOf(header) + 1])),
    /** A row, from the top. */
    row: (at: number) => {
      const row = rows()[at];
      if (row === undefined) throw new Error(`there is no row ${at}`);
      return row;
    },
    bar: screen.getByRole("region", { name: "Selected invocations" }),
    box: (id: string) => screen.getByRole("checkbox", { name: `Select ${id}` }),
    search: () => new URLSearchParams(window.location.search),
  };
}
