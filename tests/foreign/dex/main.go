// Dex as the identity provider of a company, with three people, in memory.
//
// Environment: PORT, CLIENT_SECRET, HERE (the address of the Atrium).
package main

import (
	"context"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/dexidp/dex/server"
	"github.com/dexidp/dex/server/signer"
	"github.com/dexidp/dex/storage"
	"github.com/dexidp/dex/storage/memory"
	"github.com/dexidp/dex/web"
	"golang.org/x/crypto/bcrypt"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func person(id string) storage.Password {
	return storage.Password{
		Email:    id + "@demo.test",
		UserID:   id,
		Username: "The person " + id,
		Hash:     must(bcrypt.GenerateFromPassword([]byte("Atrium2026*"), bcrypt.DefaultCost)),
		Groups:   []string{"staff"},
	}
}

func main() {
	port, here := os.Getenv("PORT"), os.Getenv("HERE")
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	store := storage.WithStaticPasswords(memory.New(logger),
		[]storage.Password{person("new"), person("dan"), person("eve")}, logger)
	store = storage.WithStaticClients(store, []storage.Client{{
		ID:           "atrium",
		Secret:       os.Getenv("CLIENT_SECRET"),
		Name:         "Atrium",
		RedirectURIs: []string{here + "/federation/foreign/callback"},
	}})
	store = storage.WithStaticConnectors(store, []storage.Connector{{ID: "local", Type: "local", Name: "Email"}})
	ctx := context.Background()
	keys := must((&signer.LocalConfig{KeysRotationPeriod: "6h"}).Open(ctx, store, time.Hour, time.Now, logger))
	dex := must(server.NewServer(ctx, server.Config{
		Issuer:             "http://127.0.0.1:" + port + "/dex",
		Storage:            store,
		SkipApprovalScreen: true,
		Web:                server.WebConfig{WebFS: web.FS()},
		Logger:             logger,
		Signer:             keys,
	}))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, dex))
}
