import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { createContext, useContext, type ReactNode } from "react";
import type { Api } from "./client";
import type { PortalConfig } from "./config";
import type { Session } from "./session/session";

/** What loaders and pages need from outside; created once at the start. */
export interface Services {
  config: PortalConfig;
  session: Session;
  api: Api;
  queries: QueryClient;
}

const ServicesContext = createContext<Services | undefined>(undefined);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return (
    <ServicesContext value={services}>
      <QueryClientProvider client={services.queries}>{children}</QueryClientProvider>
    </ServicesContext>
  );
}

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("useServices needs a ServicesProvider above it");
  return services;
}
