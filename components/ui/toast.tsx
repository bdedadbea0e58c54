"use client";

import { CircleCheck, CircleX, Info } from "lucide-react";
import { Toaster as Sonner, toast } from "sonner";

/** Short notes about something the operator did. Never the only place where a failure is shown. */
export const notify = {
  done: (title: string, detail?: string) => void toast.success(title, described(detail)),
  failed: (title: string, detail?: string) =>
    void toast.error(title, { ...described(detail), duration: 10_000 }),
  note: (title: string, detail?: string) => void toast(title, described(detail)),
} as const;

function described(detail: string | undefined) {
  return detail === undefined ? {} : { description: detail };
}

export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      gap={8}
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
