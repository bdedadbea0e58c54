import { lazy, Suspense } from "react";
import { expect, test, vi } from "vitest";
import { renderView } from "@/tests/support/component/render-view";
import { loadPart } from "./load-part.ts";

const Part = () => <p>Part</p>;

test("a part whose code is there is shown without its fallback", async () => {
  const waiting = vi.fn(() => <p>Loading</p>);
  const Waiting = waiting;
  const load = loadPart(() => Promise.resolve({ default: Part }));
  const Lazy = lazy(load);
  await load.ahead();
  const screen = await renderView(
    <Suspense fallback={<Waiting />}>
      <Lazy />
    </Suspense>,
  );
  await expect.element(screen.getByText("Part")).toBeVisible();
  expect(waiting).not.toHaveBeenCalled();
});

test("a part whose code could not be fetched ahead is requested when it is shown", async () => {
  const fetchCode = vi
    .fn(() => Promise.resolve({ default: Part }))
    .mockRejectedValueOnce(Object.assign(new Error("gone"), { name: "ChunkLoadError" }));
  const load = loadPart(fetchCode);
  const Lazy = lazy(load);
  await load.ahead();
  const screen = await renderView(
    <Suspense fallback={<p>Loading</p>}>
      <Lazy />
    </Suspense>,
  );
  await expect.element(screen.getByText("Part")).toBeVisible();
  expect(fetchCode).toHaveBeenCalledTimes(2);
});

test("two parts that cannot be fetched at a time are one notice", async () => {
  const notFetched = Object.assign(new Error("gone"), { name: "ChunkLoadError" });
  const lazyPart = () =>
    lazy(
      loadPart(
        vi
          .fn(() => Promise.resolve({ default: Part }))
          .mockImplementationOnce(() => Promise.reject(notFetched)),
      ),
    );
  const [One, Other] = [lazyPart(), lazyPart()];
  const screen = await renderView(
    <>
      <Suspense fallback={<p>Loading</p>}>
        <One />
      </Suspense>
      <Suspense fallback={<p>Loading</p>}>
        <Other />
      </Suspense>
    </>,
  );
  await expect.poll(() => screen.getByText("Part", { exact: true }).elements()).toHaveLength(2);
  const notices = screen.getByText("Part of this page was not loaded");
  await expect.element(notices.first()).toBeVisible();
  expect(notices.elements()).toHaveLength(1);
});
