# Nobody has built this image yet: there was no Docker where it was written.

FROM node:22-bookworm-slim AS portal
WORKDIR /build/portal
COPY portal/package.json portal/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY portal ./
RUN npm run build

FROM rust:1-bookworm AS server
WORKDIR /build
COPY . .
COPY --from=portal /build/portal/dist portal/dist
RUN cargo build --release --locked --bin atrium

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --home-dir /var/lib/atrium --create-home atrium
COPY --from=server /build/target/release/atrium /usr/local/bin/atrium
COPY clients.toml /etc/atrium/clients.toml
USER atrium
WORKDIR /var/lib/atrium
VOLUME /var/lib/atrium
ENV ATRIUM_SERVER__LISTEN=0.0.0.0:8080 \
    ATRIUM_CLIENTS__FILE=/etc/atrium/clients.toml \
    ATRIUM_LOG__FORMAT=json
EXPOSE 8080
ENTRYPOINT ["atrium"]
CMD ["serve"]
