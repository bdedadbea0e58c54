import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import { type FreshPage, refresh, show } from "./pending-rows.ts";

const makeInvocation = (id: string, second: number, status = "running"): Invocation => ({
  id,
  status,
  started_at: `2026-01-01T00:00:${String(second).padStart(2, "0")}.000000001Z`,
});
const page = (items: Invocation[], hasMore = false): FreshPage => ({ items, hasMore });
const ids = (rows: readonly Invocation[]) => rows.map(({ id }) => id).join("");

describe("pending rows", () => {
  const limit = 3;
  const first = show(page([makeInvocation("c", 3), makeInvocation("b", 2), makeInvocation("a", 1)], true));

  it("shows the first page completely, each id once", () => {
    expect(
      ids(show(page([makeInvocation("c", 3), makeInvocation("b", 2), makeInvocation("c", 3)])).shown),
    ).toBe("cb");
  });

  it("updates rows in place and holds back newer ones", () => {
    const next = refresh(
      page([makeInvocation("d", 4), makeInvocation("c", 3, "failed"), makeInvocation("b", 2)], true),
      first,
      limit,
    );
    expect(next.shown.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "c failed",
      "b running",
      "a running",
    ]);
    expect(next).toMatchObject({ waiting: 1, unread: 1 });
  });

  it("keeps every row on screen when a full page of newer ones arrives", () => {
    const next = refresh(
      page([makeInvocation("f", 9), makeInvocation("e", 8), makeInvocation("d", 7)], true),
      first,
      limit,
    );
    expect(ids(next.shown)).toBe("cba");
    expect(next).toMatchObject({ waiting: 3, mayMoreWait: true, unread: 3 });
  });

  it("has all that waits where the page reaches back to a row on screen", () => {
    const newer = [makeInvocation("e", 5), makeInvocation("d", 4)];
    const reached = refresh(page([...newer, makeInvocation("c", 3)], true), first, limit);
    expect(reached).toMatchObject({ waiting: 2, mayMoreWait: false });
    const whole = refresh(page([makeInvocation("f", 6), ...newer]), first, limit);
    expect(whole).toMatchObject({ waiting: 3, mayMoreWait: false });
  });

  it("counts only open invocations as not updated: ended ones do not change", () => {
    const shown = show(
      page(
        [makeInvocation("c", 3), makeInvocation("b", 2, "failed"), makeInvocation("a", 1, "queued")],
        true,
      ),
    );
    const next = refresh(page([makeInvocation("d", 4), makeInvocation("c", 3)], true), shown, limit);
    expect(ids(next.shown)).toBe("cba");
    expect(next).toMatchObject({ waiting: 1, unread: 1 });
  });

  it("updates a row again that had moved off the page and came back", () => {
    const away = refresh(
      page([makeInvocation("f", 9), makeInvocation("e", 8), makeInvocation("d", 7)], true),
      first,
      limit,
    );
    const back = refresh(
      page([makeInvocation("c", 3, "failed"), makeInvocation("b", 2), makeInvocation("a", 1)]),
      away,
      limit,
    );
    expect(back.shown[0]?.status).toBe("failed");
    expect(back).toMatchObject({ waiting: 0, unread: 0 });
  });

  it("keeps the position of a row whose start changes", () => {
    const next = refresh(
      page([makeInvocation("b", 9), makeInvocation("c", 3), makeInvocation("a", 1)], true),
      first,
      limit,
    );
    expect(ids(next.shown)).toBe("cba");
    expect(next.waiting).toBe(0);
  });

  it("removes a row that no longer matches and fills the page at the end", () => {
    const next = refresh(
      page([makeInvocation("c", 3), makeInvocation("a", 1), makeInvocation("o", 0)], true),
      first,
      limit,
    );
    expect(ids(next.shown)).toBe("cao");
    expect(next).toMatchObject({ waiting: 0, unread: 0 });
  });

  it("holds back a row that begins to match between visible ones", () => {
    const second = show(page([makeInvocation("c", 3), makeInvocation("a", 1)]));
    const next = refresh(
      page([makeInvocation("c", 3), makeInvocation("b", 2), makeInvocation("a", 1)]),
      second,
      limit,
    );
    expect(ids(next.shown)).toBe("ca");
    expect(next.waiting).toBe(1);
  });

  it("shows what arrives on an empty screen at once", () => {
    expect(ids(refresh(page([makeInvocation("a", 1)]), show(page([])), limit).shown)).toBe("a");
  });

  it("compares starts as instants, whatever their precision and zone", () => {
    const at = (id: string, startedAt: string): Invocation => ({
      id,
      status: "queued",
      started_at: startedAt,
    });
    const shown = show(page([at("a", "2026-01-01T00:00:00Z")], true));
    const next = refresh(
      page([at("n", "2026-01-01T00:00:00.5Z"), at("o", "2026-01-01T01:59:59+02:00"), ...shown.shown], true),
      shown,
      limit,
    );
    expect(ids(next.shown)).toBe("ao");
    expect(next.waiting).toBe(1);
  });

  it("keeps rows without a time on screen while the API lists them", () => {
    const bare = show(page([{ id: "x" }, { id: "y" }]));
    expect(ids(refresh(page([{ id: "z" }, { id: "y" }, { id: "x" }]), bare, limit).shown)).toBe("xy");
  });
});
