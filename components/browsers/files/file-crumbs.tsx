"use client";

import { Fragment } from "react";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { fileCrumbsTexts } from "./file-messages.ts";

/** The current path in the instance; each segment is a button. */
export function FileCrumbs({
  path,
  onGo,
  onGone,
}: {
  path: string;
  onGo: (path: string) => void;
  /** The element to focus once the pressed segment is the current folder. */
  onGone: () => Element | null;
}) {
  const names = path.split("/").filter((name) => name !== "");
  const steps = [
    { name: "/", path: "/" },
    ...names.map((name, at) => ({ name, path: `/${names.slice(0, at + 1).join("/")}` })),
  ];
  return (
    <nav aria-label={fileCrumbsTexts.folder} className="min-w-0 flex-1">
      <ol className="flex flex-wrap items-center font-mono text-label">
        {steps.map((step, at) => (
          <Fragment key={step.path}>
            {at > 1 ? (
              <li aria-hidden="true" className="text-ink-3">
                /
              </li>
            ) : null}
            <li className="min-w-0">
              {at === steps.length - 1 ? (
                <span aria-current="location" className="block px-1 py-1.5 break-all">
                  {step.name}
                </span>
              ) : (
                <StepUp
                  label={at === 0 ? fileCrumbsTexts.rootFolder : step.name}
                  onGo={() => onGo(step.path)}
                  onGone={onGone}
                >
                  {step.name}
                </StepUp>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}

function StepUp({
  label,
  onGo,
  onGone,
  children,
}: {
  label: string;
  onGo: () => void;
  onGone: () => Element | null;
  children: string;
}) {
  const focusHandoffRef = useFocusHandoff(onGone);
  return (
    <button
      ref={focusHandoffRef}
      type="button"
      aria-label={label}
      className="rounded-sm px-1 py-1.5 text-ink-2 break-all hover:bg-hover hover:text-ink"
      onClick={onGo}
    >
      {children}
    </button>
  );
}
