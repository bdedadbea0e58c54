"use client";

import dynamic from "next/dynamic";
import { createContext, type ReactNode, use, useState } from "react";
import { loadPart } from "@/components/ui/load-part";
import type { EditBrowserRequest } from "./edit-browser-dialog.tsx";

const EditBrowserDialog = dynamic(
  loadPart(() => import("./edit-browser-dialog.tsx").then((module) => module.EditBrowserDialog)),
  { ssr: false },
);

const EditBrowser = createContext<(request: EditBrowserRequest) => void>(() => undefined);

/** Holds the form that changes a browser: it stays when what opened it is gone, such as after the end of the browser. */
export function EditBrowserProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<EditBrowserRequest>();
  return (
    <EditBrowser value={setRequest}>
      {children}
      {request === undefined ? null : (
        <EditBrowserDialog {...request} onClose={() => setRequest(undefined)} />
      )}
    </EditBrowser>
  );
}

/** Opens the form that changes a live browser. */
export const useEditBrowser = () => use(EditBrowser);
