"use client";

import { CircleCheck, CircleX, Info } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { paces } from "@/lib/paces";
import { subscribeToNotices, takeNotices } from "./notices.ts";

export function ToastView() {
  useEffect(() => {
    const show = () => {
      for (const { tone, title, detail } of takeNotices()) {
        const described = detail === undefined ? {} : { description: detail };
        if (tone === "done") toast.success(title, described);
        else if (tone === "failed") toast.error(title, { ...described, duration: paces.shown.failureMs });
        else toast.info(title, described);
      }
    };
    show();
    return subscribeToNotices(show);
  }, []);

  return (
    <Sonner
      position="bottom-right"
      gap={8}
      // Above the tray of watched runs, where there is one.
      offset={{ bottom: "calc(12px + var(--tray-height, 12px))" }}
      mobileOffset={{ bottom: "calc(8px + var(--tray-height, 8px))" }}
      containerAriaLabel="Notices"
      icons={{
        success: <CircleCheck className="size-4 text-ok" />,
        error: <CircleX className="size-4 text-bad" />,
        info: <Info className="size-4 text-ink-3" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start gap-2.5 rounded-lg border border-line-strong bg-raised px-3 py-2.5 text-base text-ink shadow-float font-sans",
          icon: "mt-0.5 shrink-0",
          content: "min-w-0 break-words",
          title: "font-medium",
          description: "text-ink-2",
        },
      }}
    />
  );
}
