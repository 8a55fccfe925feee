// An application that signs in with go-oidc and golang.org/x/oauth2. It knows one person at a time.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// person is the signed-in person with the tokens from the issuer.
type person struct {
	Name, Subject, Email string
	idToken, used        string
	token                *oauth2.Token
}

// asked is a pending sign-in.
type asked struct{ state, nonce, verifier string }

type application struct {
	mutex      sync.Mutex
	provider   *oidc.Provider
	client     oauth2.Config
	endSession string
	asked      asked
	person     *person
}

var page = template.Must(template.New("page").Parse(`<!doctype html>
<title>go-oidc</title>
<dl>
{{with .Error}}<dt>error</dt><dd id="error">{{.}}</dd>{{end}}
{{with .Person}}
<dt>user</dt><dd id="user">{{.Name}}</dd>
<dt>sub</dt><dd id="sub">{{.Subject}}</dd>
<dt>email</dt><dd id="email">{{.Email}}</dd>
<dt>token</dt><dd id="token">{{.AccessToken}}</dd>
{{end}}
</dl>
{{range .Actions}}<form method="post" action="{{.}}"><button>{{.}}</button></form>
{{end}}`))

var actions = []string{"/sign-in", "/sign-in-silently", "/refresh", "/replay", "/sign-out"}

// AccessToken is shown on the page, so that the test can use it.
func (p *person) AccessToken() string { return p.token.AccessToken }

func (a *application) show(w http.ResponseWriter, refusal string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	err := page.Execute(w, map[string]any{"Person": a.person, "Error": refusal, "Actions": actions})
	if err != nil {
		log.Print(err)
	}
}

func (a *application) signIn(prompt string, scopes ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a.asked = asked{state: rand.Text(), nonce: rand.Text(), verifier: oauth2.GenerateVerifier()}
		client := a.client
		client.Scopes = append([]string{oidc.ScopeOpenID, "profile", "email"}, scopes...)
		http.Redirect(w, r, client.AuthCodeURL(
			a.asked.state,
			oidc.Nonce(a.asked.nonce),
			oauth2.S256ChallengeOption(a.asked.verifier),
			oauth2.SetAuthURLParam("prompt", prompt),
		), http.StatusSeeOther)
	}
}

// callback takes the code, or the error of a silent sign-in, which means that nobody is signed in
// any more.
func (a *application) callback(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if query.Get("state") != a.asked.state {
		http.Error(w, "another state than was sent", http.StatusBadRequest)
		return
	}
	if refusal := query.Get("error"); refusal != "" {
		a.person = nil
		a.show(w, refusal)
		return
	}
	met, err := a.meet(r.Context(), query.Get("code"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	a.person = met
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// meet exchanges a code, verifies the ID token and asks UserInfo.
func (a *application) meet(ctx context.Context, code string) (*person, error) {
	token, err := a.client.Exchange(ctx, code, oauth2.VerifierOption(a.asked.verifier))
	if err != nil {
		return nil, err
	}
	raw, _ := token.Extra("id_token").(string)
	verifier := a.provider.VerifierContext(ctx, &oidc.Config{ClientID: a.client.ClientID})
	idToken, err := verifier.Verify(ctx, raw)
	if err != nil {
		return nil, err
	}
	if idToken.Nonce != a.asked.nonce {
		return nil, errors.New("another nonce than was sent")
	}
	if err := idToken.VerifyAccessToken(token.AccessToken); err != nil {
		return nil, err
	}
	met := &person{Subject: idToken.Subject, idToken: raw, token: token}
	return met, a.ask(ctx, met)
}

// ask adds the claims of UserInfo.
func (a *application) ask(ctx context.Context, p *person) error {
	info, err := a.provider.UserInfo(ctx, oauth2.StaticTokenSource(p.token))
	if err != nil {
		return err
	}
	if info.Subject != p.Subject {
		return fmt.Errorf("UserInfo speaks of %s", info.Subject)
	}
	var claims struct {
		Name string `json:"preferred_username"`
	}
	p.Email = info.Email
	if err := info.Claims(&claims); err != nil {
		return err
	}
	p.Name = claims.Name
	return nil
}

func (a *application) refresh(w http.ResponseWriter, r *http.Request) {
	a.person.used = a.person.token.RefreshToken
	a.renew(w, r)
}

func (a *application) replay(w http.ResponseWriter, r *http.Request) { a.renew(w, r) }

// renew lets the library's token source use the stored refresh token.
func (a *application) renew(w http.ResponseWriter, r *http.Request) {
	old := &oauth2.Token{RefreshToken: a.person.used}
	token, err := a.client.TokenSource(r.Context(), old).Token()
	var refusal *oauth2.RetrieveError
	if errors.As(err, &refusal) {
		a.show(w, refusal.ErrorCode)
		return
	}
	if err == nil {
		a.person.token = token
		err = a.ask(r.Context(), a.person)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	a.show(w, "")
}

func (a *application) signOut(w http.ResponseWriter, r *http.Request) {
	told := url.Values{
		"id_token_hint":            {a.person.idToken},
		"post_logout_redirect_uri": {os.Getenv("SIGNED_OUT_URI")},
	}
	a.person = nil
	http.Redirect(w, r, a.endSession+"?"+told.Encode(), http.StatusSeeOther)
}

// ServeHTTP handles one request at a time.
func (a *application) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	routes := map[string]http.HandlerFunc{
		"GET /":                  func(w http.ResponseWriter, _ *http.Request) { a.show(w, "") },
		"GET /callback":          a.callback,
		"POST /sign-in":          a.signIn("consent", oidc.ScopeOfflineAccess),
		"POST /sign-in-silently": a.signIn("none"),
		"POST /refresh":          a.refresh,
		"POST /replay":           a.replay,
		"POST /sign-out":         a.signOut,
	}
	route, known := routes[r.Method+" "+r.URL.Path]
	if !known {
		route = http.NotFound
	}
	route(w, r)
}

func run() error {
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	if err != nil {
		return err
	}
	var more struct {
		EndSession string `json:"end_session_endpoint"`
	}
	if err := provider.Claims(&more); err != nil {
		return err
	}
	home, err := url.Parse(os.Getenv("REDIRECT_URI"))
	if err != nil {
		return err
	}
	app := &application{
		provider:   provider,
		endSession: more.EndSession,
		client: oauth2.Config{
			ClientID:     os.Getenv("CLIENT_ID"),
			ClientSecret: os.Getenv("CLIENT_SECRET"),
			Endpoint:     provider.Endpoint(),
			RedirectURL:  home.String(),
		},
	}
	listener, err := net.Listen("tcp", home.Host)
	if err != nil {
		return err
	}
	fmt.Println("listening")
	return http.Serve(listener, app)
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
