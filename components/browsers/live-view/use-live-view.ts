"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { browserMutations } from "@/lib/queries/browsers";
import { liveViewActTexts } from "./live-view-messages.ts";

interface View {
  readonly url: string;
  readonly control: boolean;
}

/** The live view of a session. Its address grants access to the session, so it is fetched on a click and
 *  stored only while it is shown. */
export function useLiveView(id: string, { ended, headless }: { ended: boolean; headless: boolean }) {
  const [view, setView] = useState<View>();
  /** Number of the latest request. */
  const latestRequest = useRef(0);
  const open = useMutation(browserMutations.openLiveView());
  const roleReason = useRoleReason("operator", liveViewActTexts.needsOperatorRole);
  // Where the API cannot end the address itself, at least the page lets go of it.
  if ((ended || roleReason !== undefined) && view !== undefined) setView(undefined);

  const show = async (control: boolean) => {
    latestRequest.current += 1;
    const request = latestRequest.current;
    const address = await open.mutateAsync({ id }).catch(() => undefined);
    if (address === undefined) return;
    // Removes the address from the mutation cache.
    open.reset();
    // Closed or requested again meanwhile.
    if (request !== latestRequest.current) return;
    // Relative where the dashboard relays the view.
    const url = new URL(address.url, window.location.href);
    if (!control) url.searchParams.set("readOnly", "true");
    setView({ url: url.href, control });
  };
  const blocked = ended
    ? liveViewActTexts.thisBrowserHasEnded
    : headless
      ? liveViewActTexts.headlessHasNoLiveView
      : roleReason;
  return {
    view,
    /** Why it cannot be opened. */
    blocked,
    pending: open.isPending,
    error: open.error,
    show,
    close: () => {
      latestRequest.current += 1;
      setView(undefined);
    },
  };
}

export type LiveViewState = ReturnType<typeof useLiveView>;
