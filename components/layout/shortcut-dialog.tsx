"use client";

import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { shortcutDialogTexts } from "./layout-on-demand-messages.ts";
import { shortcutGroups } from "./shortcut-help.ts";

export function ShortcutDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={shortcutDialogTexts.keyboardShortcuts}
      width="lg"
      reading
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {shortcutGroups.map((group) => (
          <section key={group.title} className="min-w-0">
            <h3 className="mb-1 text-label font-medium text-ink-3">{group.title}</h3>
            <dl>
              {group.rows.map((row) => (
                <div
                  key={row.does}
                  className="flex min-h-7 items-center justify-between gap-3 border-t border-line"
                >
                  <dt>{row.does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {row.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
