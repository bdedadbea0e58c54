"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { holds } from "@/lib/bff/operator";
import { browserMutations } from "@/lib/queries/browsers";
import { sessionQueries } from "@/lib/queries/session";

interface View {
  readonly url: string;
  readonly control: boolean;
}

/** The live view of a session: its address is a key to the session, fetched on a click and held only while it is
 *  shown. */
export function useLiveView(id: string, { ended, headless }: { ended: boolean; headless: boolean }) {
  const [view, setView] = useState<View>();
  /** Which of the askings is the last. */
  const wish = useRef(0);
  const open = useMutation(browserMutations.openLiveView());
  const operator = useQuery(sessionQueries.current()).data?.data.operator;
  if (ended && view !== undefined) setView(undefined);

  const show = async (control: boolean) => {
    wish.current += 1;
    const mine = wish.current;
    const address = await open.mutateAsync({ id }).catch(() => undefined);
    if (address === undefined) return;
    // The answer would otherwise stay where answers are kept.
    open.reset();
    // Closed meanwhile, or asked for otherwise.
    if (mine !== wish.current) return;
    const url = new URL(address.url);
    if (!control) url.searchParams.set("readOnly", "true");
    setView({ url: url.href, control });
  };
  const blocked = ended
    ? "This session has ended."
    : headless
      ? "A headless session has no live view."
      : operator && !holds(operator.role, "operator")
        ? "The live view needs the operator role."
        : undefined;
  return {
    view,
    /** Why it cannot be opened. */
    blocked,
    pending: open.isPending,
    error: open.error,
    show,
    close: () => {
      wish.current += 1;
      setView(undefined);
    },
  };
}
