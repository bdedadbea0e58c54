"use client";

import { Fragment } from "react";

/** Where in the instance we are; each step up is a button. */
export function FileCrumbs({ path, onGo }: { path: string; onGo: (path: string) => void }) {
  const names = path.split("/").filter((name) => name !== "");
  const steps = [
    { name: "/", path: "/" },
    ...names.map((name, at) => ({ name, path: `/${names.slice(0, at + 1).join("/")}` })),
  ];
  return (
    <nav aria-label="Folder" className="min-w-0 flex-1">
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
                <button
                  type="button"
                  aria-label={at === 0 ? "The root folder" : step.name}
                  className="rounded-sm px-1 py-1.5 text-ink-2 break-all hover:bg-hover hover:text-ink"
                  onClick={() => onGo(step.path)}
                >
                  {step.name}
                </button>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
