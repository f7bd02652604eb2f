//! Against a real server: `KILN` names the program.

use k8s_openapi::api::core::v1::ConfigMap;
use kiln_testing::{server, Fork, Origin, Server, Settle};
use kube::api::{Api, ObjectMeta, PostParams};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Client, Config};
use serde_json::json;
use std::time::Duration;

async fn client_of(fork: &Fork) -> Client {
    let kubeconfig = Kubeconfig::from_yaml(&fork.kubeconfig).expect("a kubeconfig");
    let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await.expect("a config");
    Client::try_from(config).expect("a client")
}

fn map(name: &str) -> ConfigMap {
    ConfigMap { metadata: ObjectMeta { name: Some(name.into()), ..Default::default() }, ..Default::default() }
}

#[tokio::test]
async fn gives_every_test_a_cluster_that_it_can_reset() {
    let (one, other) = (server().unwrap().fork().unwrap(), server().unwrap().fork().unwrap());
    let maps: Api<ConfigMap> = Api::default_namespaced(client_of(&one).await);
    maps.create(&PostParams::default(), &map("mine")).await.unwrap();
    let elsewhere: Api<ConfigMap> = Api::default_namespaced(client_of(&other).await);
    assert!(elsewhere.get_opt("mine").await.unwrap().is_none());
    one.reset().unwrap();
    assert!(maps.get_opt("mine").await.unwrap().is_none());
}

#[tokio::test]
async fn stops_and_moves_time() {
    let fork = server().unwrap().fork().unwrap();
    fork.stop_clock("2030-01-01T00:00:00Z").unwrap();
    fork.advance(Duration::from_secs(3600)).unwrap();
    fork.advance(Duration::from_secs(1800)).unwrap();
    let maps: Api<ConfigMap> = Api::default_namespaced(client_of(&fork).await);
    let made = maps.create(&PostParams::default(), &map("late")).await.unwrap();
    let time = serde_json::to_value(made.metadata.creation_timestamp).unwrap();
    assert_eq!(time, json!("2030-01-01T01:30:00Z"));
}

#[tokio::test]
async fn injects_faults_and_expects_writes() {
    let fork = server().unwrap().fork().unwrap();
    let spec = json!({ "match": { "verbs": ["create"] }, "action": "Status", "code": 409, "times": 1 });
    let fault = fork.inject("conflict", spec).unwrap();
    let maps: Api<ConfigMap> = Api::default_namespaced(client_of(&fork).await);
    assert!(maps.create(&PostParams::default(), &map("a")).await.is_err());
    maps.create(&PostParams::default(), &map("a")).await.unwrap();
    let counts = fault.counts().unwrap();
    assert_eq!((counts.matched, counts.injected), (2, 1));
    fault.remove().unwrap();
    let settle = Settle { quiet: Duration::from_millis(1), max_requests: 20, ..Settle::default() };
    assert_eq!(fork.settled(settle).unwrap().iter().filter(|request| request.verb == "create").count(), 2);
    fork.expect_writes("configmaps", 1).unwrap();
    let refusal = fork.expect_writes("configmaps", 2).unwrap_err();
    assert!(refusal.0.starts_with("2 writes to configmaps expected, 1 were made\n"), "{refusal}");
    fork.expect_no_writes(Duration::from_millis(1)).unwrap();
    let refusal = fork.settled(Settle { max_requests: 1, ..settle }).unwrap_err();
    assert_eq!(refusal.0, "not settled within 1 requests: 2 were sent");
}

#[test]
fn passes_on_what_the_server_refuses() {
    let refusal = server().unwrap().fork_from(Origin::Fork("missing")).unwrap_err();
    assert!(refusal.0.contains("spec.from.fork: Not found: \"missing\""), "{refusal}");
    let refusal = Server::start(&["--store", "paper"]).unwrap_err();
    assert!(refusal.0.contains("--store takes"), "{refusal}");
}

#[test]
fn deletes_a_fork_that_is_dropped() {
    let fork = server().unwrap().fork().unwrap();
    let path = format!("/apis/testing.kiln.dev/v1/forks/{}", fork.name);
    server().unwrap().request("GET", &path, None).unwrap();
    drop(fork);
    server().unwrap().request("GET", &path, None).unwrap_err();
}
