# A Sinatra application whose users sign in with omniauth-openid-connect.
require "securerandom"
require "sinatra/base"
require "omniauth_openid_connect"

ISSUER = ENV.fetch("ISSUER")
SIGNED_OUT_URI = ENV.fetch("SIGNED_OUT_URI")
CLIENT = {
  identifier: ENV.fetch("CLIENT_ID"),
  secret: ENV.fetch("CLIENT_SECRET"),
  redirect_uri: ENV.fetch("REDIRECT_URI"),
}.freeze
PROVIDER = {
  issuer: ISSUER,
  discovery: true,
  client_options: CLIENT,
  post_logout_redirect_uri: SIGNED_OUT_URI,
}.freeze
SCOPES = %i[openid profile email].freeze

# Discovery needs https, except for this issuer on loopback.
SWD.url_builder = URI::HTTP if ISSUER.start_with?("http:")

PAGE = <<~ERB
  <!doctype html>
  <title>OmniAuth</title>
  <dl>
  <% if @error %><dt>error</dt><dd id="error"><%= @error %></dd><% end %>
  <% (person || {}).slice(:user, :sub, :email, :token).each do |name, fact| %>
  <dt><%= name %></dt><dd id="<%= name %>"><%= fact %></dd>
  <% end %>
  </dl>
  <% %w[/sign-in /sign-in-silently /refresh /replay /sign-out].each do |action| %>
  <form method="post" action="<%= action %>"><%= guard %><button><%= action %></button></form>
  <% end %>
ERB

class Application < Sinatra::Base
  enable :sessions
  set :session_secret, SecureRandom.hex(64)
  set :people, {}

  use OmniAuth::Builder do
    provider :openid_connect, PROVIDER.merge(
      name: :atrium,
      request_path: "/sign-in",
      callback_path: "/callback",
      prompt: :consent,
      scope: SCOPES + [:offline_access],
    )
    # Its answers come to the one registered address too, where the first provider handles them.
    provider :openid_connect, PROVIDER.merge(
      name: :silently, request_path: "/sign-in-silently", prompt: :none, scope: SCOPES
    )
  end

  helpers do
    def person
      settings.people[session[:person]]
    end

    def guard
      token = Rack::Protection::AuthenticityToken.token(session)
      %(<input type="hidden" name="authenticity_token" value="#{token}">)
    end

    def issuer
      OpenIDConnect::Discovery::Provider::Config.discover!(ISSUER)
    end

    # Uses the stored refresh token with the library's own client, and calls UserInfo.
    def renew
      client = OpenIDConnect::Client.new(
        **CLIENT, token_endpoint: issuer.token_endpoint, userinfo_endpoint: issuer.userinfo_endpoint
      )
      client.refresh_token = person[:used]
      token = client.access_token!
      raise "UserInfo speaks of somebody else" unless token.userinfo!.sub == person[:sub]

      person.merge!(token: token.access_token, refresh_token: token.refresh_token)
    rescue Rack::OAuth2::Client::Error => e
      @error = e.response[:error]
    end
  end

  get("/") { erb PAGE }

  get "/callback" do
    who = request.env["omniauth.auth"]
    session[:person] = SecureRandom.uuid
    settings.people[session[:person]] = {
      user: who.info.nickname,
      sub: who.uid,
      email: who.info.email,
      token: who.credentials.token,
      refresh_token: who.credentials.refresh_token,
      id_token: who.credentials.id_token,
    }
    redirect "/"
  end

  # A refused sign-in. If it was silent, nobody is signed in any more.
  get "/auth/failure" do
    session.delete(:person)
    @error = params[:message]
    erb PAGE
  end

  post "/refresh" do
    person[:used] = person[:refresh_token]
    renew
    erb PAGE
  end

  post "/replay" do
    renew
    erb PAGE
  end

  post "/sign-out" do
    query = { id_token_hint: person[:id_token], post_logout_redirect_uri: SIGNED_OUT_URI }
    session.clear
    redirect "#{issuer.end_session_endpoint}?#{URI.encode_www_form(query)}"
  end
end

run Application
