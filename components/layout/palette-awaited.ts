"use client";

// What an entry of the palette does. Loaded with the palette: no page needs it before.
import { useContext } from "react";
import { notify } from "@/components/ui/toast";
import { withoutBasePath } from "@/lib/bff/base-path";
import { paces } from "@/lib/paces";
import { paletteAwaitedTexts } from "./layout-on-demand-messages.ts";
import { isOpenPage } from "./page-transition.ts";
import {
  type AwaitedAct,
  isPerformed,
  type PaletteAction,
  type PaletteRegister,
  RegisterContext,
} from "./palette-actions.tsx";

/** Performs an action, or goes to the page that does and performs it there. */
export function usePerformAction(
  timeoutMs: number = paces.deadlines.offeredActMs,
): (action: PaletteAction, on?: string) => void {
  const register = useContext(RegisterContext);
  return (action, on = "") => {
    const { leads } = action;
    if (register !== undefined) {
      register.awaited?.end();
      if (leads !== undefined) register.awaited = awaitedAct(register, { ...action, leads }, timeoutMs);
    }
    action.run(on);
  };
}

/** Waits until the page that an act leads to offers it, says why not, is left, or has had its time. */
function awaitedAct(
  register: PaletteRegister,
  { id, label, leads }: PaletteAction & { leads: string },
  timeoutMs: number,
): AwaitedAct {
  const from = withoutBasePath(window.location.pathname);
  const end = () => {
    clearTimeout(timer);
    register.awaited = undefined;
  };
  const giveUp = (why: string) => {
    end();
    notify.failed(paletteAwaitedTexts.notDone(label), why);
  };
  const timer = setTimeout(() => giveUp(paletteAwaitedTexts.pageDoesNotOfferIt), timeoutMs);
  const offered = () => {
    // Another page may offer an act of that name, for something else.
    if (!isOpenPage(leads)) return;
    const found = register.offered().filter((each) => each.id === id && each.leads === undefined);
    const possible = found.find(isPerformed);
    if (possible !== undefined) {
      end();
      // Once the view that offers it is drawn.
      queueMicrotask(() => possible.run(""));
    } else if (found[0]?.blocked !== undefined) giveUp(found[0].blocked);
  };
  return {
    end,
    offered,
    opened: (path) => (path === from || path === leads ? offered() : giveUp(paletteAwaitedTexts.pageWasLeft)),
  };
}
