import { operations } from "@/lib/contract/operations/operations";
import { fileUploadRoute } from "@/lib/server/http/upload-route";

export const PUT = fileUploadRoute(operations.writeFile);
