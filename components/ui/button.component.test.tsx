import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { Button } from "./button.tsx";

function Running({ act, submit }: { act: () => void; submit: boolean }) {
  const [pending, setPending] = useState(false);
  const run = () => {
    act();
    setPending(true);
    // Answered before the second click of a double click.
    requestAnimationFrame(() => setPending(false));
  };
  return submit ? (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Button type="submit" pending={pending}>
        Run
      </Button>
    </form>
  ) : (
    <Button pending={pending} onClick={run}>
      Run
    </Button>
  );
}

test.each([
  ["acts", false],
  ["submits", true],
])(
  "a button that %s does so once for a double click, though the answer comes between its clicks",
  async (_, submit) => {
    const act = vi.fn();
    const screen = await renderView(<Running act={act} submit={submit} />);
    const button = screen.getByRole("button", { name: "Run" });
    await button.dblClick({ delay: 150 });
    expect(act).toHaveBeenCalledTimes(1);
    await expect.element(button).not.toHaveAttribute("aria-busy");
    await button.click();
    expect(act).toHaveBeenCalledTimes(2);
    await expect.element(button).not.toHaveAttribute("aria-busy");
    await userEvent.keyboard("{Enter}");
    expect(act).toHaveBeenCalledTimes(3);
  },
);
