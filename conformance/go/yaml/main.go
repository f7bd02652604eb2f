// Command yaml reads a JSON list of YAML texts from standard input and prints, for each, what sigs.k8s.io/yaml makes of
// it: the JSON, the error, and what its strict mode says.
package main

import (
	"encoding/json"
	"log"
	"os"

	"sigs.k8s.io/yaml"
)

type verdict struct {
	Text   string `json:"text"`
	JSON   string `json:"json,omitempty"`
	Error  string `json:"error,omitempty"`
	Strict string `json:"strict,omitempty"`
}

func judge(text string) verdict {
	found := verdict{Text: text}
	converted, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		found.Error = err.Error()
		return found
	}
	found.JSON = string(converted)
	if _, err := yaml.YAMLToJSONStrict([]byte(text)); err != nil {
		found.Strict = err.Error()
	}
	return found
}

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		log.Fatal(err)
	}
	out := json.NewEncoder(os.Stdout)
	for _, text := range texts {
		if err := out.Encode(judge(text)); err != nil {
			log.Fatal(err)
		}
	}
}
